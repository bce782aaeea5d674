import { Injectable, type PipeTransform } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { Refusal } from '../../http/refusal.js';

/** The match id of a path. Anything else than a UUID is a match that is not there: phones then forget what they stored. */
@Injectable()
export class MatchIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUuid(value)) throw new Refusal('MATCH_NOT_FOUND');
    return value.toLowerCase();
  }
}
