import styled from '@emotion/styled';

const Bar = styled.span`
  display: flex;
  gap: 3px;
  & > i {
    flex: 1;
    height: 10px;
    border: 1.5px solid currentColor;
    border-radius: 3px;
  }
  & > i[data-week='played'] {
    border-width: 5px;
  }
  & > i[data-week='now'] {
    background: linear-gradient(90deg, currentColor 50%, transparent 50%);
  }
`;

/** A competition's progress: a segment per week, full, half (this week) or empty. The text is beside it. */
export function WeeksBar({ played, weeks }: { played: number; weeks: number }) {
  return (
    <Bar aria-hidden="true">
      {Array.from({ length: weeks }, (_, week) => (
        <i key={week} data-week={week < played ? 'played' : week === played ? 'now' : 'ahead'} />
      ))}
    </Bar>
  );
}
