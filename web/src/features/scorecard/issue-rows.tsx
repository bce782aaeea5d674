import { CircleAlert, CircleDashed, Info } from 'lucide-react';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import type { Issue } from './parts/issues.js';

const ICONS = { mismatch: CircleAlert, missing: CircleDashed, note: Info } as const;
const NAMES = { mismatch: 'Scores differ. ', missing: 'Missing. ', note: '' } as const;

interface IssueRowsProps {
  label: string;
  issues: readonly Issue[];
  onEdit?: (issue: Issue) => void;
}

/** Issues with holes, one per row; those that can be resolved here are buttons. */
export function IssueRows({ label, issues, onEdit }: IssueRowsProps) {
  if (issues.length === 0) return null;
  return (
    <div data-print="no">
      <RowList label={label}>
        {issues.map((issue) => {
          const { userId, kind, holeNumber, text, card, editable } = issue;
          const Icon = ICONS[kind];
          return (
            <ListRow
              key={`${userId} ${holeNumber}`}
              lead={<Icon size={20} />}
              name={`Hole ${holeNumber}:`}
              mark={
                <>
                  <span className="visually-hidden">{NAMES[kind]}</span>
                  {text}
                </>
              }
              note={card}
              urgent={kind === 'mismatch'}
              onPress={editable ? () => onEdit?.(issue) : undefined}
            />
          );
        })}
      </RowList>
    </div>
  );
}
