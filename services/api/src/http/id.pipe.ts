import type { ErrorCode } from '@fairmark/contract';
import type { PipeTransform } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { Refusal } from './refusal.js';

/** An id of a path. Anything else than a UUID is something that is not there: phones then forget what they stored. */
export class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly notFound: ErrorCode) {}

  transform(value: string): string {
    if (!isUuid(value)) throw new Refusal(this.notFound);
    return value.toLowerCase();
  }
}
