import { writeAnchor, type Anchor } from '@fairmark/event-store';
import { placeKey, type AnchorPlace } from '@fairmark/projector';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { APP_SCHEMA, type Queries } from '@fairmark/server';
import type { Job } from '../shell/job.js';
import type { LogAndDatabase } from '../shell/open.js';
import { setting } from '../shell/shell.js';
import { faultAt, type LogFault } from './chain-scan.js';
import { chainProblem, givenAnchors, type GivenAnchors } from './given-anchors.js';
import { positionsOf, postgresLog, storeLog, type ProvableLog } from './provable-log.js';

/**
 * The log, and the anchors at the named place. `anchors`: as positions of this log, in order, at most one per position;
 * `problem`: why they are no chain of this log or of logs that were copied into it, as a sentence, or null. The log can
 * be compared even with those that are not. `remembered`: how many the database has; `cut`: see `cutFault`.
 */
export async function anchoredLog(
  { shell, signal }: Job,
  { store, database, url }: LogAndDatabase,
  named: string | undefined,
) {
  // In this order: the folder, the tables and the mails may gain some in the meantime, and the log then has their events.
  const remembered = await rememberedAnchors(database);
  const kept = await givenAnchors(shell, named);
  const followed = await followedTo(database, await store.logId());
  const log = setting(shell, 'EVENT_STORE_URL') === undefined ? await postgresLog(url) : await storeLog(store);
  const { placed, strange } = await placedAnchors(kept.anchors, log, signal);
  const isStrange = strange && `The anchor up to position ${strange.to} belongs to another log, ${strange.logId}.`;
  return {
    log,
    kept,
    anchors: placed.filter(({ to }, at) => to !== placed[at - 1]?.to),
    problem: kept.problem ?? isStrange ?? chainProblem(kept) ?? rememberedProblem(remembered, kept),
    remembered: remembered.length,
    cut: cutFault(log.head, followed, "Fairmark's tables or mails were made from"),
  };
}

/**
 * Anchors with `after` and `to` as positions of this log. Anchors of a log from which this one was copied are placed by
 * their first and last events. Only a comparison shows whether the events between are the same. `strange`: one of a
 * log that has no event in common with this one, or null.
 */
export async function placedAnchors(anchors: readonly Anchor[], log: ProvableLog, signal: AbortSignal) {
  const copied = anchors.filter(({ logId }) => logId !== log.id);
  if (copied.length === 0) return { placed: [...anchors], strange: null };
  const ends = copied.flatMap(({ firstId, lastId }) => [firstId, lastId]);
  const positions = await positionsOf(ends, log, signal);
  const isHere = ({ firstId, lastId }: Anchor): boolean => positions.has(firstId) || positions.has(lastId);
  const here = new Set([log.id, ...copied.filter(isHere).map(({ logId }) => logId)]);
  const known = anchors.filter(({ logId }) => here.has(logId));
  const placed: Anchor[] = [];
  for (const [at, anchor] of known.entries()) {
    const before = known[at - 1];
    const follows = before?.logId === anchor.logId && before.to === anchor.after;
    placed.push(anchor.logId === log.id ? anchor : placedAt(anchor, (follows && placed[at - 1]) || null));
  }
  placed.sort((one, other) => Number(BigInt(one.to) - BigInt(other.to)));
  return { placed, strange: copied.find(({ logId }) => !here.has(logId)) ?? null };

  function placedAt(anchor: Anchor, before: Anchor | null): Anchor {
    const first = positions.get(anchor.firstId);
    const after = BigInt(before?.to ?? (anchor.after === null || first === undefined ? 0 : first - 1n));
    const last = positions.get(anchor.lastId) ?? 0n;
    // If its last event is missing: by its count, beyond all gaps.
    const counted = (after < log.sparseTo ? log.sparseTo : after) + BigInt(anchor.count);
    return { ...anchor, after: `${after}`, to: `${last > after ? last : counted}` };
  }
}

/** The fault of a log that ends before a position that tables, mails or anchors have reached; null if it does not. */
export function cutFault(head: bigint | null, known: bigint, by: string): LogFault | null {
  const end = head ?? 0n;
  if (known <= end) return null;
  const how = `${by} events up to position ${known}, but the log ends at ${end}`;
  return faultAt({ position: end + 1n }, 'REMOVED', how);
}

/** The highest position of a log that read models or mails have processed; 0 if none. */
async function followedTo(database: Queries, logId: string): Promise<bigint> {
  const { rows } = await database.query<{ position: string }>(
    `select coalesce(max(position), 0)::text as position from (
       select log_id, position from ${CLUBHOUSE_SCHEMA}.checkpoint
       union all select log_id, position from ${APP_SCHEMA}.mail_checkpoint
     ) as followers where log_id = $1`,
    [logId],
  );
  return BigInt(rows[0]?.position ?? 0);
}

/** An anchor in the database. `kept`: whether the projector has written it to its folder. */
type RememberedAnchor = AnchorPlace & { body: string; kept: boolean };

async function rememberedAnchors(database: Queries): Promise<RememberedAnchor[]> {
  const { rows } = await database.query<RememberedAnchor>(
    `select part, position::text as to, body, 'FOLDER' = any (kept_by) as kept
     from ${APP_SCHEMA}.anchors order by part, position`,
  );
  return rows;
}

/**
 * Compares the anchors of the projector's folder with those in the database. As the database may have been
 * changed, it only shows which anchors the folder should have. Returns the problem as a sentence, or null.
 */
function rememberedProblem(
  remembered: readonly RememberedAnchor[],
  { anchors, places, place, isOwn }: GivenAnchors,
): string | null {
  if (!isOwn) return null;
  const there = new Map(anchors.map((anchor, at) => [places[at], writeAnchor(anchor)]));
  for (const { part, to, body, kept } of remembered) {
    const text = there.get(placeKey({ part, to }));
    if (text === undefined && kept) {
      return `The anchor up to position ${to}, which is in the database, is missing in ${place}. If the anchors are in another folder, set ANCHOR_DIR.`;
    }
    if (text !== undefined && text !== body) {
      return `The anchor up to position ${to} in ${place} differs from the copy in the database: one of the two was changed.`;
    }
  }
  return null;
}
