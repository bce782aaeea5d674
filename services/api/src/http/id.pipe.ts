import type { ErrorCode } from '@fairmark/contract';
import type { PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { Refusal } from './refusal.js';

/** An id in a path. Anything but a UUID is refused as not found, so that phones forget what they stored. */
export class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly notFound: ErrorCode) {}

  transform(value: string): string {
    if (!isUUID(value, 'all')) throw new Refusal(this.notFound);
    return value.toLowerCase();
  }
}
