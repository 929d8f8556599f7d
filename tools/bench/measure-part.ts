import { print } from '../../cli/output/print.ts';
import { type Extent, measurePart } from './bench-parts.ts';
import type { PartId } from './part.ts';

// Standalone program: measures one part (first argument) to an extent (second, as JSON) and prints the result as
// JSON.

const [id = '', extent = ''] = process.argv.slice(2);
const log = (text: string): void => console.error(text);
print(JSON.stringify(await measurePart(id as PartId, JSON.parse(extent) as Extent, log)));
