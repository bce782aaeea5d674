import { useCoursePicture } from '../api/realtime/hooks.js';
import { CoursePicture } from '../ui/course-picture.js';

/** The small picture of a course, by its id. */
export function PictureOfCourse({ courseId }: { courseId: string }) {
  return <CoursePicture url={useCoursePicture(courseId)} />;
}
