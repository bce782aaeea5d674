import { Stage } from './stage.js';

/** One story on the stage: it fails as well by what went wrong unseen, and leaves pictures behind when it fails. */
export type Tell = (name: string, story: (stage: Stage) => Promise<void>, withinMs?: number) => void;

/** Each wait of a story has its own limit; this one ends a story that hangs, also on a busy machine. */
const STORY_MS = 180_000;

/** The stage that all stories of a file share, and how they are run. Call it inside the file's `describe`. */
export function stories(): Tell {
  let stage: Stage | null = null;
  beforeAll(async () => {
    stage = await Stage.start();
  }, 120_000);
  afterAll(async () => {
    await stage?.stop();
  }, 60_000);
  return (name, story, withinMs = STORY_MS) => {
    it(
      name,
      async () => {
        if (stage === null) throw new Error('There is no stage');
        await onStage(stage, name, story);
      },
      withinMs,
    );
  };
}

async function onStage(stage: Stage, name: string, story: (stage: Stage) => Promise<void>): Promise<void> {
  try {
    await story(stage);
    stage.assertNoFaults();
  } catch (error) {
    const folder = await stage.keepEvidence(name);
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nPictures: ${folder}`, { cause: error });
  } finally {
    await stage.putAway();
  }
}
