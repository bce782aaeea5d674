import styled from '@emotion/styled';
import { LIMITS, MESSAGES, type MatchAnswer, type PublicUser } from '@fairmark/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { userQuery } from '../../api/auth.js';
import { messageOf } from '../../api/errors.js';
import { golfersQuery } from '../../api/lookups.js';
import { invitePlayer, refreshMatch } from '../../api/match.js';
import { useDebounced } from '../../api/use-debounced.js';
import { useSession } from '../../api/use-session.js';
import { Avatar } from '../../ui/avatar.js';
import { Banner } from '../../ui/banner.js';
import { Sheet } from '../../ui/dialogs.js';
import { SearchSelect } from '../../ui/search-select.js';
import { CommandBanner } from './command-banner.js';
import { inviteCandidates, isSearch } from './invite-candidates.js';
import { Note, Stack } from './lobby-page.js';
import { isGroupFull } from './why-not-start.js';

const Golfer = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-3);
`;

export interface InviteSheetProps {
  answer: MatchAnswer;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Searches for golfers and invites them: a press on a name is the invitation. */
export function InviteSheet({ answer, open, onOpenChange }: InviteSheetProps) {
  const { match } = answer;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { golfers, searching, error } = useCandidates(answer, text);
  const [invited, setInvited] = useState<string | null>(null);
  const invite = useMutation({
    mutationFn: (golfer: PublicUser) => invitePlayer(match.id, golfer.id),
    onMutate: () => setInvited(null),
    onSuccess: (_answer, { fullName }) => {
      setText('');
      setInvited(fullName);
    },
    onSettled: () => refreshMatch(match.id),
  });
  const full = isGroupFull(answer);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Invite a player" size="tall" initialFocus={input}>
      <Stack>
        {invited !== null && <Banner kind="success" title={`${invited} has been invited.`} />}
        <CommandBanner error={invite.error} />
        {full && !invite.isPending ? (
          <Banner kind="info" title={MESSAGES.groupFull(match.maxGroupSize)} />
        ) : (
          <SearchSelect
            label="Find a golfer"
            placeholder="Name"
            inputRef={input}
            items={golfers}
            itemKey={({ id }) => id}
            itemLabel={({ fullName }) => fullName}
            renderItem={renderGolfer}
            query={text}
            onQueryChange={setText}
            value={null}
            onSelect={(golfer) => {
              if (golfer !== null && !invite.isPending) invite.mutate(golfer);
            }}
            loading={searching || invite.isPending}
            error={error === null ? undefined : messageOf(error)}
            empty={
              isSearch(text)
                ? "Sorry, we couldn't find anyone by that name. You'll need to ask them to sign up"
                : `Type at least ${LIMITS.searchTextMin} letters of a name.`
            }
          />
        )}
      </Stack>
    </Sheet>
  );
}

/** Whom to offer for what is typed, asking the server after a pause. */
function useCandidates({ lobby }: MatchAnswer, text: string) {
  const { data: user } = useQuery(userQuery());
  const selfId = useSession()?.userId ?? '';
  const sought = useDebounced(text.trim().slice(0, LIMITS.searchTextMax), LIMITS.searchDebounceMs);
  const found = useQuery(golfersQuery(sought));
  // Between two letters the answer to the shorter text still stands; the names on it may not fit any more.
  const settling = isSearch(text) && (sought !== text.trim() || found.isFetching);
  const golfers = inviteCandidates({
    text,
    found: settling ? [] : (found.data ?? []),
    recent: user?.markers ?? [],
    lobby,
    selfId,
  });
  return { golfers, searching: settling, error: isSearch(text) ? found.error : null };
}

function renderGolfer({ fullName, avatar, handicapForShow, homeCourse }: PublicUser) {
  return (
    <Golfer>
      <Avatar name={fullName} src={avatar} />
      <span>
        {fullName}
        <Note>
          Handicap {handicapForShow}
          {homeCourse !== null && `, ${homeCourse.clubName}`}
        </Note>
      </span>
    </Golfer>
  );
}
