import { expect, test } from 'vitest';
import { paceNews } from './run-news.ts';

test('the pace that was found is told with the key that declares it', () => {
  expect(paceNews(46)).toEqual({
    kind: 'patience',
    sentence:
      'the service turns away what comes faster: sending 46 requests a second now; limits.requestsPerSecond: 46 in the target declares it',
  });
});
