import { ERRORS, errorAnswer } from '@fairmark/contract';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** The API's page at /api/docs, its document at /api/docs-json. */
export function serveApiPage(app: NestFastifyApplication): void {
  const config = new DocumentBuilder()
    .setTitle('Fairmark')
    .setDescription(
      [
        'Golf rounds scored hole by hole on two phones, countersigned, and turned into leaderboards.',
        'Every success carries `status`; every refusal is `{status, error: {code, message, details?}}`, for example',
        `\`${JSON.stringify(errorAnswer('MATCH_NOT_FOUND'))}\`. Codes: ${Object.keys(ERRORS).join(', ')}.`,
        'A command may carry an `Idempotency-Key` (UUID): sent again with it, it is carried out once.',
      ].join(' '),
    )
    .setVersion('1')
    .addBearerAuth()
    .addSecurityRequirements('bearer')
    .build();
  SwaggerModule.setup('api/docs', app, () => SwaggerModule.createDocument(app, config), {
    raw: ['json'],
    customSiteTitle: 'Fairmark API',
    swaggerOptions: { persistAuthorization: true, docExpansion: 'none' },
  });
}
