/** The two documents that our own content service accepts, and that the api sends to another (docs/adverts.md). */

/** A course by its club's number; `id` is the service's own id. */
export const COURSE_DOCUMENT = `query Course($courseId: String!) {
  course(courseId: $courseId) { id name }
}`;

/** A course's currently active adverts (start before now, end after now), and the one that replaces missing ones. */
export const ADVERTS_DOCUMENT = `query CourseAdverts($id: ID!) {
  adverts(course: $id) { sponsorName text slot weekendSlot start end image { url alt } }
  defaultAdvert(course: $id) { text image { url alt } }
}`;
