import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { unverifiedQuery } from '../api/clubhouse.js';

const Red = styled.span`
  display: grid;
  place-items: center;
  width: 20px;
  height: 20px;
  border-radius: 50%;
  background: var(--danger);
  color: var(--on-danger);
  font-size: var(--text-14);
  line-height: 1;
`;

/** Rounds want a signature. */
export function UnsignedMark() {
  const { data } = useQuery(unverifiedQuery());
  if (data === undefined || data.rounds.length === 0) return null;
  return (
    <Red>
      <span aria-hidden="true">!</span>
      <span className="visually-hidden">(unsigned rounds)</span>
    </Red>
  );
}
