import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Deployment, removeLeftovers, type Log } from './deployment.js';
import { findImages, haveImage, namedImages, whyNoCompose, whyNoEngine, type Images } from './engine.js';
import { exercise } from './exercise.js';

/**
 * `npm run test:containers -- [--short]`: builds the image, starts docker/compose.yaml as a separate project, plays a
 * round through its proxy while containers are killed and replaced, runs the commands of docs/operations.md, and
 * removes it all. Exits with 0 if everything worked, or if there is no engine to run it on, which it reports.
 *
 * EVENTSTORE_TEST_IMAGE names an image of EventStoreDB to replace the one in compose.yaml; without either the log is
 * in Postgres.
 */
const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const images = await availableImages();
if (typeof images === 'string') {
  say(`SKIPPED: the containers. ${images}`);
} else {
  await removeLeftovers();
  const log = await chooseLog();
  say(images.ownMade ? "Images made of Debian's packages" : 'The images that compose.yaml names');
  say(log === 'postgres' ? 'The log in Postgres: there is no image of EventStoreDB' : `The log on ${log.eventStore}`);
  process.exitCode = (await test(await Deployment.make(images, log))) ? 0 : 1;
}

/** Runs the exercise and removes the deployment. False if anything failed. */
async function test(deployment: Deployment): Promise<boolean> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort(new Error(signal)));
  const begun = performance.now();
  let fine = false;
  try {
    await exercise(deployment, { short: values.short, signal: ending.signal, say });
    fine = true;
  } catch (error) {
    say(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
    if (!ending.signal.aborted) {
      const file = path.join(deployment.folder, '..', `fairmark-containers-${process.pid}.log`);
      writeFileSync(file, await deployment.story().catch(String));
      say(`The logs of the containers are in ${file}`);
    }
  }
  try {
    await deployment.remove();
  } catch (error) {
    say(`FAILED to take it down: ${error instanceof Error ? error.message : String(error)}`);
    fine = false;
  }
  say(`${fine ? 'All is well' : 'Not all is well'} after ${Math.round((performance.now() - begun) / 1_000)} s`);
  return fine;
}

async function availableImages(): Promise<Images | string> {
  return (await whyNoEngine()) ?? (await whyNoCompose()) ?? findImages();
}

async function chooseLog(): Promise<Log> {
  const given = process.env.EVENTSTORE_TEST_IMAGE || undefined;
  const image = given ?? namedImages().kurrentdb;
  if (await haveImage(image)) return { eventStore: image };
  if (given !== undefined) throw new Error(`There is no image ${given}`);
  return 'postgres';
}
