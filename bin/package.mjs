import { readFileSync } from 'node:fs';
import { watchNpm } from './watch-npm.mjs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const wanted = engines.node.replace('>=', '');

const isAtLeast = (version, least) => {
  const numbers = least.split('.').map(Number);
  const own = version.split('.').map(Number);
  const at = numbers.findIndex((number, place) => own[place] !== number);
  return at < 0 || own[at] > numbers[at];
};

// The installed program is compiled, and runs on the Node that started it.
if (isAtLeast(process.versions.node, wanted)) {
  watchNpm(() => process.kill(process.pid, 'SIGTERM'));
  await import('../dist/cli/main.js');
} else {
  process.stderr.write(
    `assay: Node.js ${wanted} or newer is needed, this is ${process.versions.node} (${process.execPath}); ` +
      'install Node.js 24 (https://nodejs.org) and repeat the command.\n',
  );
  process.exitCode = 2;
}
