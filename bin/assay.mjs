#!/usr/bin/env node
import { existsSync } from 'node:fs';

// Node reads an empty FORCE_COLOR as a request for colours; treat it as unset.
if (process.env.FORCE_COLOR === '') delete process.env.FORCE_COLOR;

// A checkout runs the TypeScript sources, even if it also holds a package built from them.
const isCheckout = existsSync(new URL('../cli/main.ts', import.meta.url));
await import(isCheckout ? './checkout.mjs' : './package.mjs');
