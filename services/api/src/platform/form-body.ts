import { MESSAGES } from '@fairmark/contract';
import type { Multipart } from '@fastify/multipart';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isClean } from './clean-text.js';
import { Refusal, invalidInput } from './refusal.js';

/** A form names its picture even if none was chosen: as an empty text or an empty file, which says nothing. */
const PICTURE = 'avatar';
const NO_FILES = 'A file is not expected here';
/** They come with the account page. */
const NO_PICTURES = 'Pictures are not taken yet';

/**
 * The fields of a body that may come as a form (multipart or urlencoded) or as JSON. Files are refused, pictures too as yet, but
 * for the empty one of a picture that was not chosen.
 */
export const FormBody = createParamDecorator((_: unknown, context: ExecutionContext): Promise<unknown> => {
  return fieldsOf(context.switchToHttp().getRequest<FastifyRequest>()).then(withoutEmptyPicture);
});

async function fieldsOf(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body ?? {};
  try {
    return await fieldsOfForm(request);
  } catch (error) {
    // What nobody reads any more has to leave the connection, or the next request on it waits for ever.
    request.raw.unpipe().resume();
    throw error;
  }
}

async function fieldsOfForm(request: FastifyRequest): Promise<unknown> {
  const fields = new Map<string, unknown>();
  for await (const part of partsOf(request)) {
    if (part.type === 'file' && !(part.fieldname === PICTURE && (await isEmpty(part.file)))) {
      const problem = part.fieldname === PICTURE ? NO_PICTURES : NO_FILES;
      throw new Refusal('INVALID_INPUT', { [part.fieldname.slice(0, 80)]: problem }, problem);
    }
    if (fields.has(part.fieldname)) throw invalidInput({ [part.fieldname.slice(0, 80)]: MESSAGES.givenTwice });
    if (part.type === 'file') {
      fields.set(part.fieldname, '');
      continue;
    }
    if (part.fieldnameTruncated || part.valueTruncated) throw new Refusal('PAYLOAD_TOO_LARGE');
    fields.set(part.fieldname, part.value);
  }
  const body = Object.fromEntries(fields);
  if (!isClean(body)) throw new Refusal('INVALID_INPUT', { text: MESSAGES.notText });
  return body;
}

/** The parts of a form as they arrive. What is no form at all is said in the parser's own words, which nobody expects. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  const parts = request.parts();
  for (;;) {
    const next = await parts.next().catch((error: unknown) => {
      throw isLimit(error) ? error : invalidInput({ body: 'is not a form' });
    });
    if (next.done === true) return;
    yield next.value;
  }
}

/** The plugin's own refusals have a status. */
function isLimit(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'statusCode' in error;
}

/** Whether a file ends before its first byte. */
async function isEmpty(file: AsyncIterable<Buffer>): Promise<boolean> {
  for await (const bytes of file) if (bytes.length > 0) return false;
  return true;
}

function withoutEmptyPicture(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !(PICTURE in body) || body[PICTURE] !== '') return body;
  const { [PICTURE]: _, ...rest } = body;
  return rest;
}
