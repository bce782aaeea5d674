import { Stage } from './stage.js';

/** Registers a flow as a test. Hidden errors fail it too, and a failure leaves pictures behind. */
export type Flow = (name: string, story: (stage: Stage) => Promise<void>) => void;

/** Each wait of a story has its own limit; this one ends a hanging story even on a busy machine. */
const STORY_MS = 240_000;

/** Starts the stage shared by all stories of a file. Call it inside the file's `describe`. */
export function stories(): Flow {
  let stage: Stage | null = null;
  beforeAll(async () => {
    stage = await Stage.start();
  }, 120_000);
  afterAll(async () => {
    await stage?.stop();
  }, 60_000);
  return (name, story) => {
    it(
      name,
      async () => {
        if (stage === null) throw new Error('There is no stage');
        await onStage(stage, name, story);
      },
      STORY_MS,
    );
  };
}

async function onStage(stage: Stage, name: string, story: (stage: Stage) => Promise<void>): Promise<void> {
  try {
    await story(stage);
    stage.assertNoFaults();
    await stage.clear();
  } catch (error) {
    const folder = await stage.keepEvidence(name);
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nPictures: ${folder}`, { cause: error });
  } finally {
    await stage.putAway();
  }
}
