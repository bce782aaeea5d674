import type { ErrorCode } from '@fairmark/contract';
import {
  applyDecorators,
  Controller,
  HttpCode,
  RequestMapping,
  RequestMethod,
  type PipeTransform,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import { Refusal } from './refusal.js';

/** Makes a class the controller of the routes below a path, which the OpenAPI document lists under `tag`. */
export const Routes = (path: string, tag: string) => applyDecorators(Controller(path), ApiTags(tag));

interface More {
  /** Of a success: 200, or 201 if the route makes something new. */
  status?: 200 | 201;
  /** Follows the summary. */
  description?: string;
}

/** Makes the decorator that declares a method as a route. The document has a summary of each: none compiles without. */
const route =
  (method: RequestMethod) =>
  (path: string, summary: string, { status = 200, description }: More = {}) =>
    applyDecorators(RequestMapping({ method, path }), HttpCode(status), ApiOperation({ summary, description }));

/** Routes by their HTTP method: the path below the controller's, and what the document says of it. */
export const Get = route(RequestMethod.GET);
export const Post = route(RequestMethod.POST);
export const Put = route(RequestMethod.PUT);
export const Delete = route(RequestMethod.DELETE);

/** Opens a route, or every route of a controller, to callers without a token. Every other route needs one. */
export const Public = () => applyDecorators(WithoutToken(), ApiSecurity({}));
/** What the guard reads of `Public`. */
export const WithoutToken = Reflector.createDecorator<void, true>({ transform: () => true });
/** Opens a route to board links besides golfers. Its path parameter `:id` names a course, which must be the link's. */
export const OpenToBoards = Reflector.createDecorator<void, true>({ transform: () => true });

/** An id in a path. Anything but a UUID is refused as not found, so that phones forget what they stored. */
export class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly notFound: ErrorCode) {}

  transform(value: string): string {
    if (!isUUID(value, 'all')) throw new Refusal(this.notFound);
    return value.toLowerCase();
  }
}
