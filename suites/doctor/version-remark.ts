import { creation } from '../../client/preflight/probe.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { VERSION, VERSION_HEADER } from '../../spec/limits.ts';
import type { Line } from '../../spec/line.ts';
import { statusOf } from './examination.ts';
import type { QuietRun } from './quiet-run.ts';
import { fine, type Remark, unclear } from './remark.ts';

/** What answers with the version, with another one and without any say of the header (W1). */
const versionRemark = (right: Exchange, other: Exchange, none: Exchange): Remark => {
  const about = 'version header';
  const status = statusOf(right);
  const also = [
    `2.0 is answered ${statusOf(other) || 'nothing'}`,
    `none is answered ${statusOf(none) || 'nothing'}`,
  ].join(', ');
  if (status >= 200 && status < 400)
    return fine(about, `${VERSION_HEADER}: ${VERSION} is taken; ${also}`);
  return unclear(
    about,
    `${VERSION_HEADER}: ${VERSION} is answered ${status || 'nothing'}; ${also}`,
    `check that what stands before the service lets the header ${VERSION_HEADER} through`,
  );
};

/** Asks for a draft with the version, with another one and without any. */
export const askVersion = async (run: QuietRun, line: Line): Promise<Remark> => {
  const { call } = creation(line, run.target, { test: 'doctor/version' });
  const send = (version: string | null) =>
    run.client.send({ ...call, headers: { [VERSION_HEADER]: version } });
  const [right, other, none] = await Promise.all([send(VERSION), send('2.0'), send(null)]);
  return versionRemark(right, other, none);
};
