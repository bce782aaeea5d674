import { buildSchema } from 'graphql';

/** What our content service holds. Moments are ISO 8601; addresses of pictures are absolute or begin with `/`. */
export const CONTENT_SCHEMA = buildSchema(`
  type Query {
    "A course by its club's number; null: there is none."
    course(courseId: String!): Course
    "The adverts of a course that are active now, in the club's order."
    adverts(course: ID!): [Advert!]!
    "What shows where no advert has the slot; null: the course has none."
    defaultAdvert(course: ID!): DefaultAdvert
  }
  type Course {
    id: ID!
    name: String!
  }
  type Advert {
    sponsorName: String!
    text: String!
    "1 to 18: the hole; 1 to 5 also Monday to Friday."
    slot: Int
    "1 Saturday, 2 Sunday."
    weekendSlot: Int
    start: String
    end: String
    image: Image
  }
  type DefaultAdvert {
    text: String!
    image: Image
  }
  type Image {
    url: String!
    alt: String!
  }
`);
