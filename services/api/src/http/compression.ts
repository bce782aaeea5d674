import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Shorter answers fit into one packet anyway. */
const FROM_BYTES = 1_024;
/** A higher quality costs more time than it saves on an answer compressed on the fly. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;
/** Routes whose answers carry a token and echo input: their compressed size could reveal the token (BREACH). */
const CARRY_TOKENS = /^\/api\/(auth\/|ops\/(second-factor|board-links)|user\/settings$)/;

/** Compresses answers and pages, but nothing that is compressed already. Request bodies are never decompressed. */
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
