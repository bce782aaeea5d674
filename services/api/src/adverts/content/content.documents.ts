/** The two documents that our own content service takes, and that the api asks of another (docs/adverts.md). */

/** A course by its club's number; `id` is the service's own name for it. */
export const COURSE_DOCUMENT = `query Course($courseId: String!) {
  course(courseId: $courseId) {
    id
    name
  }
}`;

/** The adverts of a course that are active now (start before now, end after now), and the one that stands in their place. */
export const ADVERTS_DOCUMENT = `query CourseAdverts($id: ID!) {
  adverts(course: $id) {
    sponsorName
    text
    slot
    weekendSlot
    start
    end
    image {
      url
      alt
    }
  }
  defaultAdvert(course: $id) {
    text
    image {
      url
      alt
    }
  }
}`;
