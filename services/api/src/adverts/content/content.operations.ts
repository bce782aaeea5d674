import { parse, stripIgnoredCharacters, validate, type DocumentNode } from 'graphql';
import { z } from 'zod';
import { ADVERTS_DOCUMENT, COURSE_DOCUMENT } from './content.documents.js';
import { CONTENT_SCHEMA } from './content.schema.js';

/** An operation that the content service carries out. */
export interface ContentOperation {
  name: string;
  document: DocumentNode;
  variables: z.ZodType<Record<string, unknown>>;
}

const OPERATIONS: ReadonlyMap<string, ContentOperation> = new Map([
  allowed('Course', COURSE_DOCUMENT, z.strictObject({ courseId: z.string().regex(/^[\w-]{1,20}$/) })),
  allowed('CourseAdverts', ADVERTS_DOCUMENT, z.strictObject({ id: z.uuid() })),
]);

/** The operation of a document, whatever its spaces, commas and comments; null for every document but the two. */
export function operationOf(document: string): ContentOperation | null {
  try {
    return OPERATIONS.get(stripIgnoredCharacters(document)) ?? null;
  } catch {
    // Not even its characters are GraphQL's.
    return null;
  }
}

function allowed(name: string, text: string, variables: ContentOperation['variables']): [string, ContentOperation] {
  const document = parse(text);
  const errors = validate(CONTENT_SCHEMA, document);
  if (errors.length > 0) throw new Error(`The content service does not know its own ${name}`, { cause: errors[0] });
  return [stripIgnoredCharacters(text), { name, document, variables }];
}
