import { MESSAGES } from '@fairmark/contract';
import type { Multipart } from '@fastify/multipart';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isClean } from './clean-text.js';
import { Refusal, invalidInput } from './refusal.js';

/** A form sends this field even if no picture was chosen, as an empty text or an empty file, which is ignored. */
const PICTURE = 'avatar';
const NO_FILES = 'A file is not expected here';

interface SentForm {
  fields: unknown;
  picture: Buffer | null;
}

/** A request's body is read once and shared by the decorators below. */
const forms = new WeakMap<FastifyRequest, Promise<SentForm>>();

/** The fields of a body sent as a form (multipart or urlencoded) or as JSON. Files but the picture are refused. */
export const FormBody = createParamDecorator(async (_: unknown, context: ExecutionContext): Promise<unknown> =>
  withoutEmptyPicture((await formOf(context.switchToHttp().getRequest<FastifyRequest>())).fields),
);

/** The bytes of a multipart form's picture, of any type, at most `LIMITS.avatarBytesMax`; null if none was chosen. */
export const FormPicture = createParamDecorator(
  async (_: unknown, context: ExecutionContext): Promise<Buffer | null> =>
    (await formOf(context.switchToHttp().getRequest<FastifyRequest>())).picture,
);

function formOf(request: FastifyRequest): Promise<SentForm> {
  const known = forms.get(request);
  if (known !== undefined) return known;
  const form = readForm(request);
  forms.set(request, form);
  return form;
}

async function readForm(request: FastifyRequest): Promise<SentForm> {
  if (!request.isMultipart()) return { fields: request.body ?? {}, picture: null };
  try {
    return await readMultipart(request);
  } catch (error) {
    // Drain the rest of the body, or the next request on the connection waits for ever.
    request.raw.unpipe().resume();
    throw error;
  }
}

async function readMultipart(request: FastifyRequest): Promise<SentForm> {
  const fields = new Map<string, unknown>();
  let picture: Buffer | null = null;
  for await (const part of partsOf(request)) {
    const name = part.fieldname.slice(0, 80);
    if (fields.has(part.fieldname)) throw invalidInput({ [name]: MESSAGES.givenTwice });
    if (part.type === 'file') {
      if (part.fieldname !== PICTURE) throw new Refusal('INVALID_INPUT', { [name]: NO_FILES }, NO_FILES);
      picture = await bytesOf(part.file);
      fields.set(PICTURE, '');
      continue;
    }
    if (part.fieldnameTruncated || part.valueTruncated) throw new Refusal('PAYLOAD_TOO_LARGE');
    fields.set(part.fieldname, part.value);
  }
  const body = Object.fromEntries(fields);
  if (!isClean(body)) throw new Refusal('INVALID_INPUT', { text: MESSAGES.notText });
  return { fields: body, picture };
}

/** The parts of a form as they arrive. Replaces the parser's messages, which mean nothing to callers. */
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

/** Errors of the plugin's limits carry a status. */
function isLimit(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'statusCode' in error;
}

/** A picture's bytes; null for an empty file. The form's limit truncates a file that is too large. */
async function bytesOf(file: AsyncIterable<Buffer> & { truncated: boolean }): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk);
  if (file.truncated) throw new Refusal('INVALID_INPUT', { [PICTURE]: MESSAGES.fileTooLarge }, MESSAGES.fileTooLarge);
  const bytes = Buffer.concat(chunks);
  return bytes.length === 0 ? null : bytes;
}

function withoutEmptyPicture(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !(PICTURE in body) || body[PICTURE] !== '') return body;
  const { [PICTURE]: _, ...rest } = body;
  return rest;
}
