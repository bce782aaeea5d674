import { buffer } from 'node:stream/consumers';
import { MESSAGES } from '@fairmark/contract';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fromRequest } from './caller.js';
import { invalidInput, Refusal, statusOf } from './refusal.js';

/** The only field that may be a file. */
const PICTURE = 'avatar';
const NO_FILES = 'A file is not expected here';

/**
 * The fields of a body sent as a form (multipart or urlencoded) or as JSON; a picture is a Buffer of any type, at most
 * `LIMITS.avatarBytesMax` long, or an empty text if none was chosen.
 */
export const FormBody = fromRequest(async (request): Promise<unknown> => {
  if (!request.isMultipart()) return request.body ?? {};
  try {
    return await readMultipart(request);
  } catch (error) {
    // Drain the rest of the body, or the next request on the connection waits for ever.
    request.raw.unpipe().resume();
    // The plugin's limits are answered as they are; the parser's own messages mean nothing to callers.
    throw error instanceof Refusal || statusOf(error) < 500 ? error : invalidInput({ body: 'is not a form' });
  }
});

async function readMultipart(request: FastifyRequest): Promise<object> {
  const fields = new Map<string, unknown>();
  for await (const part of request.parts()) {
    if (fields.has(part.fieldname)) throw invalidInput({ [nameOf(part)]: MESSAGES.givenTwice });
    if (part.type === 'file') fields.set(PICTURE, await pictureOf(part));
    else if (part.fieldnameTruncated || part.valueTruncated) throw new Refusal('PAYLOAD_TOO_LARGE');
    else fields.set(part.fieldname, part.value);
  }
  return Object.fromEntries(fields);
}

/** The bytes of a picture; '' for an empty file. The form's limit truncates a file that is too large. */
async function pictureOf(part: MultipartFile): Promise<Buffer | ''> {
  if (part.fieldname !== PICTURE) throw new Refusal('INVALID_INPUT', { [nameOf(part)]: NO_FILES }, NO_FILES);
  const bytes = await buffer(part.file);
  const tooLarge = MESSAGES.fileTooLarge;
  if (part.file.truncated) throw new Refusal('INVALID_INPUT', { [PICTURE]: tooLarge }, tooLarge);
  return bytes.length === 0 ? '' : bytes;
}

const nameOf = ({ fieldname }: Multipart): string => fieldname.slice(0, 80);
