#!/usr/bin/env node
import { existsSync } from 'node:fs';

// An empty value is as none; Node would take it for a wish for colours.
if (process.env.FORCE_COLOR === '') delete process.env.FORCE_COLOR;

// A checkout has the program as TypeScript, and may hold a package that was packed from it, too.
const isCheckout = existsSync(new URL('../cli/main.ts', import.meta.url));
await import(isCheckout ? './checkout.mjs' : './package.mjs');
