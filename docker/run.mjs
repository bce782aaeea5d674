#!/usr/bin/env node
/** What a container runs, and its command line: `fairmark api`, `fairmark projector`, or a command of cli (`fairmark help`). */
const SERVICES = { api: 'services/api/dist/main.js', projector: 'services/projector/dist/main.js' };

const [command = 'help', ...args] = process.argv.slice(2);
const service = Object.hasOwn(SERVICES, command) ? SERVICES[command] : null;
const script = new URL(`../${service ?? 'cli/dist/fairmark.main.js'}`, import.meta.url);
process.argv.splice(1, process.argv.length, script.pathname, ...(service === null ? [command] : []), ...args);
await import(script.href);
