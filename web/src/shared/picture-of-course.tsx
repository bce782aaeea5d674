import { useQuery } from '@tanstack/react-query';
import { courseQuery } from '../api/lookups.js';
import { CoursePicture } from '../ui/pictures.js';

/** The small picture of a course, by its id; a flag if it has none or is not loaded yet. */
export function PictureOfCourse({ courseId }: { courseId: string }) {
  return <CoursePicture url={useQuery(courseQuery(courseId)).data?.image?.small.url} />;
}
