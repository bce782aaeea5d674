/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { fireEvent, render } from '@testing-library/react';
import { CoursePicture } from './course-picture.js';

test('a flag stands where a picture is not there, broken or still on its way; another picture gets its chance', () => {
  const { container, rerender } = render(<CoursePicture url={undefined} />);
  const shown = () => container.querySelector('img')?.getAttribute('src') ?? container.querySelector('svg')?.tagName;
  expect(shown()).toBe('svg');
  rerender(<CoursePicture url="/api/courses/pictures/a" />);
  expect(shown()).toBe('/api/courses/pictures/a');
  fireEvent.error(container.querySelector('img') as HTMLImageElement);
  expect(shown()).toBe('svg');
  rerender(<CoursePicture url="/api/courses/pictures/b" />);
  expect(shown()).toBe('/api/courses/pictures/b');
});
