import { conformance } from '../runner/vitest.ts';

// One test for each requirement of each line, for any reporter, the vitest UI and an editor: npx vitest --config suites/vitest.config.ts
conformance();
