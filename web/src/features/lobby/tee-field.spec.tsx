/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen } from '@testing-library/react';
import { TeeField, type TeeFieldProps } from './tee-field.js';

test('a tee that is not rated for me has the club’s words beside its kind', () => {
  const course: TeeFieldProps['course'] = {
    tees: [
      { tee: 'Championship', name: 'Blue', colour: null },
      { tee: 'Standard', name: null, colour: null },
    ],
    slopeRatings: [
      { ratingKind: 'Championship Tees', tee: 'Championship', gender: 'MALE', rating: 130 },
      { ratingKind: 'Ladies Championship Tees', tee: 'Championship', gender: 'FEMALE', ratingCopy: 'Rated in March' },
      { ratingKind: 'Ladies Tees', tee: 'Standard', gender: 'FEMALE', ratingCopy: 'Being rated' },
    ],
  };
  const { rerender } = render(<TeeField course={course} gender="FEMALE" tee={null} onChange={() => {}} />);
  expect(screen.getByText('Championship · Rated in March')).toBeTruthy();
  expect(screen.getByText('Being rated')).toBeTruthy();
  rerender(<TeeField course={course} gender="MALE" tee={null} onChange={() => {}} />);
  expect(screen.queryByText(/rated/i)).toBeNull();
});
