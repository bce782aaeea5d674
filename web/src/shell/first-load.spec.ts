/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { RouteObject } from 'react-router-dom';
import { isTranslatable, pagesAskedFor, scriptsOfThePage } from '../../testing/built-client.mjs';
import { routes } from './routes.js';

interface Page {
  /** An address that the route's pattern matches. */
  address: string;
  lazy: () => Promise<{ Component: unknown }>;
}

/** Every page below these routes. */
function pagesOf(below: readonly RouteObject[] = []): Page[] {
  return below.flatMap(({ path = '', lazy, children }) => [
    ...(typeof lazy === 'function' ? [{ address: path.replaceAll(/:\w+/g, 'a-1'), lazy: lazy as Page['lazy'] }] : []),
    ...pagesOf(children),
  ]);
}

describe('the built client', () => {
  const [{ children: [anonymous, signedIn, open] = [] } = {}] = routes;
  const cases = [
    ...pagesOf(anonymous?.children).map((page) => ({ ...page, token: null })),
    ...pagesOf(signedIn?.children).map((page) => ({ ...page, token: 'a-token' })),
    ...pagesOf(open?.children).flatMap((page) => [null, 'a-token'].map((token) => ({ ...page, token }))),
  ];

  it('requests no script before its frame is painted', () => expect(scriptsOfThePage()).toEqual([]));

  it('asks translators to leave its texts, which the client updates in place', () =>
    expect(isTranslatable()).toBe(false));

  it.each(cases)('requests the page at $address at once (token $token)', async ({ address, lazy, token }) => {
    const [page, ...others] = pagesAskedFor(address, token);
    expect(others).toEqual([]);
    const { Component } = (await import(`../${page}.js`)) as { Component: unknown };
    expect(Component).toBe((await lazy()).Component);
  });

  it.each([
    ['/account', null, 'features/auth/sign-in.page'],
    ['/signin', 'a-token', 'features/home/home.page'],
    ['/constructor', 'a-token', 'features/home/home.page'],
    ['/lobby/', 'a-token', 'features/lobby/host-lobby.page'],
  ])('requests at %s (token %s) the page that it leads to', (address, token, page) => {
    expect(pagesAskedFor(address, token)).toEqual([page]);
  });
});
