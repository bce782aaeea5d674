#!/usr/bin/env node
/** What a container runs, and its command line: `fairmark api`, `fairmark projector`, or a command of cli (`fairmark help`). */
const SERVICES = ['api', 'projector'];

const [command = 'help', ...args] = process.argv.slice(2);
const isService = SERVICES.includes(command);
const script = new URL(`../dist/${isService ? command : 'fairmark'}.js`, import.meta.url);
process.argv.splice(1, process.argv.length, script.pathname, ...(isService ? [] : [command]), ...args);
await import(script.href);
