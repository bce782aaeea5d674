import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Routes whose answers carry a token and echo input: their compressed size could reveal the token (BREACH). */
const CARRY_TOKENS = /^\/api\/(auth\/|ops\/(second-factor|board-links)|user\/settings$)/;

/** Compresses answers and pages, but nothing that is compressed already. Request bodies are never decompressed. */
export async function compressAnswers(server: FastifyInstance): Promise<void> {
  server.addHook('onRoute', (route) => {
    if (CARRY_TOKENS.test(route.url)) route.compress = false;
  });
  await server.register(fastifyCompress, { encodings: ['br', 'gzip'], globalDecompression: false });
}
