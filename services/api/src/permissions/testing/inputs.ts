import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getMetadataStorage } from 'class-validator';

/** A class that describes the input of a request, and the input's place. */
export interface Input {
  kind: Type;
  place: 'query' | 'path' | 'body';
}

/** A route of the running api whose inputs are described by classes. */
export interface InputRoute {
  method: string;
  path: string;
  inputs: Input[];
}

/** Every route with such inputs, read from the controllers of the app. */
export function inputRoutes(app: NestFastifyApplication): InputRoute[] {
  return [...app.get(ModulesContainer).values()]
    .flatMap(({ controllers }) => [...controllers.values()])
    .flatMap(({ metatype }) => (typeof metatype === 'function' ? routesOf(metatype as Type<object>) : []));
}

function routesOf(controller: Type<object>): InputRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (handler === undefined || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod;
    const path = [controller, handler]
      .flatMap((of) => (Reflect.getMetadata(PATH_METADATA, of) as string).split('/'))
      .filter((part) => part !== '')
      .join('/');
    const inputs = inputsOf(controller, name);
    return inputs.length === 0 ? [] : [{ method: RequestMethod[verb], path: `/${path}`, inputs }];
  });
}

/** Nest's keys have a parameter's source before its index: `4:1` is the second parameter, from the query. */
const PLACES: Readonly<Record<string, Input['place']>> = { 4: 'query', 5: 'path' };

function inputsOf(controller: Type<object>, method: string): Input[] {
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) as Type[];
  const sources = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { index: number }
  >;
  return Object.entries(sources).flatMap(([source, { index }]) => {
    const kind = types[index];
    if (kind === undefined || namesOf(kind).length === 0) return [];
    return [{ kind, place: PLACES[source.split(':')[0] ?? ''] ?? 'body' }];
  });
}

/** The fields with validators of a class: all others are refused. */
const namesOf = (kind: Type): string[] => [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(kind, '', false, false)
      .map((one) => one.propertyName),
  ),
];

/** A field as the page of the API describes it. */
interface Described {
  type?: Type | string;
  isArray?: boolean;
  enum?: readonly unknown[];
  /** For a list of choices. */
  items?: { enum?: readonly unknown[] };
  format?: string;
  minimum?: number;
}

function describedAs(kind: Type, name: string): Described {
  const described: unknown = Reflect.getMetadata('swagger/apiModelProperties', kind.prototype as object, name);
  if (described === undefined) throw new Error(`${kind.name}.${name} is not described in the page of the API`);
  return described as Described;
}

/** The class of an object within an input, or of the objects of a list; null for a plain value. */
function nestedIn({ type }: Described): Type | null {
  return typeof type === 'function' && namesOf(type).length > 0 ? type : null;
}

/** The fields of a class that hold plain values, including nested ones: `settings.handicap`. */
export function leavesOf(kind: Type): string[] {
  return namesOf(kind).flatMap((name) => {
    const nested = nestedIn(describedAs(kind, name));
    return nested === null ? [name] : leavesOf(nested).map((leaf) => `${name}.${leaf}`);
  });
}

/** Values for fields whose description does not imply one. */
const VALUES = {
  golflinkNumber: '7654321',
  handicap: 10,
  allowance: 100,
  occurredAt: '2026-11-22T08:30:00.000Z',
  day: '2026-11-22',
};

/** An input with a value in every field. `more`: further values by field name. */
export function filled(kind: Type, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = { ...VALUES, ...more };
  return Object.fromEntries(
    namesOf(kind).map((name) => {
      const described = describedAs(kind, name);
      const value = given[name] ?? exampleOf(name, described, given);
      return [name, described.isArray === true ? [value] : value];
    }),
  );
}

function exampleOf(name: string, described: Described, given: Readonly<Record<string, unknown>>): unknown {
  const { type, format, minimum = 1 } = described;
  const nested = nestedIn(described);
  if (nested !== null) return filled(nested, given);
  const choices = described.enum ?? described.items?.enum;
  if (choices !== undefined) return choices[0];
  if (format === 'uuid') return '8d6b0c1e-6f0a-4a52-9d6c-3f3f5f0f7a11';
  // Not in a JSON body.
  if (format === 'binary') return '';
  if (format === 'email') return 'new.golfer@golfers.test';
  if (type === Boolean) return true;
  if (type === Number || type === 'integer') return Math.max(1, minimum);
  return type === Object ? {} : `a ${name}`;
}
