import { assay } from './assay.ts';

process.exitCode = await assay(process.argv.slice(2));
