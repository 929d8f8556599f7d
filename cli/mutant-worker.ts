import { serveMutants } from '../exam/source/serve-mutants.ts';

// The program of a worker for mutants. What imports the reference is loaded once the mutants are in it.
await serveMutants(async () => (await import('./assay.ts')).assay);
