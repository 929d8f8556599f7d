import { serveMutants } from '../exam/source/serve-mutants.ts';

// Entry point of a worker for mutants. Modules that import the reference are loaded after the mutants are injected.
await serveMutants(async () => (await import('./assay.ts')).assay);
