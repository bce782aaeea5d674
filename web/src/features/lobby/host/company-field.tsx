import styled from '@emotion/styled';
import { MESSAGES, type PersonRef } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../../api/auth.js';
import { maxGroupSizeQuery } from '../../../api/match.js';
import { Avatar } from '../../../ui/avatar.js';
import { ChoiceTile } from '../../../ui/fields/choice-group.js';
import { FieldGroup } from '../../../ui/fields/field.js';

const OFFERED = 3;

const Golfer = styled(ChoiceTile)`
  grid-template-columns: auto minmax(0, 1fr) auto;
  padding-block: var(--space-2);
  font-weight: 600;
  overflow-wrap: anywhere;
  &:has(:checked) > span {
    background: var(--surface);
  }
`;

interface CompanyFieldProps {
  /** Partners of the round being played again, offered first. */
  partners: readonly PersonRef[];
  chosen: readonly PersonRef[];
  onChange: (chosen: PersonRef[]) => void;
}

/** Recent fellow players to invite once the lobby exists, up to the group's size; nothing if there are none. */
export function CompanyField({ partners, chosen, onChange }: CompanyFieldProps) {
  const markers = useQuery(userQuery()).data?.markers ?? [];
  const max = useQuery(maxGroupSizeQuery()).data;
  // The host counts towards the group size.
  const full = max !== undefined && chosen.length >= max - 1;
  const pictures = new Map(markers.map(({ id, avatar }) => [id, avatar]));
  const known = [...partners, ...markers.filter(({ id }) => !partners.some((partner) => partner.id === id))];
  if (known.length === 0) return null;
  return (
    <FieldGroup>
      <legend>Invite now</legend>
      {known.slice(0, Math.max(OFFERED, partners.length)).map(({ id, fullName }) => {
        const others = chosen.filter((golfer) => golfer.id !== id);
        const checked = others.length < chosen.length;
        return (
          <Golfer key={id}>
            <Avatar name={fullName} src={pictures.get(id)} />
            {fullName}
            <input
              type="checkbox"
              checked={checked}
              disabled={full && !checked}
              onChange={() => onChange(checked ? others : [...others, { id, fullName }])}
            />
          </Golfer>
        );
      })}
      {/* A live region announces only changes, so it is there before the group is full. */}
      <small role="status">{full && known.length > chosen.length && MESSAGES.groupFull(max)}</small>
    </FieldGroup>
  );
}
