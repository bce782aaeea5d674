import styled from '@emotion/styled';
import { HandicapSelect } from '../../../golf/handicap-select.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Note, Stack } from '../../../ui/page-parts.js';
import type { HandicapState } from './use-handicap.js';

const Check = styled.label`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  min-height: var(--target);
  & small {
    display: block;
  }
`;

/** My handicap for this round, whether to make it my official one, and the resulting daily handicap. */
export function HandicapFields({ state }: { state: HandicapState }) {
  const { handicap, daily, official, officialForShow, pick, setOfficial } = state;
  if (handicap === null) return <Skeleton height={160} />;
  return (
    <Stack>
      <HandicapSelect label="Handicap for this round" value={handicap} onChange={pick} />
      <Check>
        <input type="checkbox" checked={official} onChange={({ target }) => setOfficial(target.checked)} />
        <span>
          Update official handicap
          {officialForShow !== null && <small>Now {officialForShow}</small>}
        </span>
      </Check>
      <Note>
        {daily === null
          ? 'Your daily handicap for this course and tee is worked out when you save.'
          : `Your daily handicap for this course and tee is ${daily}.`}
      </Note>
    </Stack>
  );
}
