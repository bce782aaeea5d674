import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Shorter answers fit into one packet anyway. */
const FROM_BYTES = 1_024;
/** Higher ones cost more time than they save on an answer that is made once. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;
/**
 * Routes whose answers carry a token and echo what was typed: how well such an answer compresses tells about the secret in it
 * (BREACH). No other site can make a browser call the API for a golfer, so this is a second fence; the answers are short.
 */
const CARRY_TOKENS = /^\/api\/(auth\/|ops\/second-factor|user\/settings$)/;

/**
 * Compresses texts on their way out: JSON answers, of a match above all, and pages. What is compressed already stays as it is.
 * Bodies of requests are never unpacked.
 */
export async function compressAnswers(server: FastifyInstance): Promise<void> {
  server.addHook('onRoute', (route) => {
    if (CARRY_TOKENS.test(route.url)) route.compress = false;
  });
  await server.register(fastifyCompress, {
    threshold: FROM_BYTES,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: GZIP_LEVEL },
  });
}
