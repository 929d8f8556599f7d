import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

// Program that stands for `assay`: another process conducts the command, and this one prints and ends as that one says.
const [port, ...args] = process.argv.slice(2);
const socket = connect({ port: Number(port), host: '127.0.0.1' });
socket.end(JSON.stringify({ args, cwd: process.cwd(), environment: process.env }));
const { code, stdout, stderr } = JSON.parse(await text(socket));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code ?? 137;
