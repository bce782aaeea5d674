import type { BrowserContext, Page } from 'playwright-core';

/** What a refusal that the product answers with looks like in the console; responses are watched by themselves. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** How a browser complains of a phone without signal. */
export const LOST_SIGNAL = [
  /^Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED|CONNECTION_RESET)/,
  /^WebSocket connection to .* failed/,
] as const;

/** What goes wrong in a browser without anybody seeing it: it fails a story all the same. */
export class Faults {
  private readonly found: string[] = [];
  private readonly excused: RegExp[] = [REFUSAL];

  /** @param base The product's own origin: a request to any other is a fault. */
  constructor(private readonly base: string) {}

  /** Errors in the console, exceptions, what the content policy refused, foreign requests, failures of the server. */
  watch(context: BrowserContext): void {
    context.on('page', (page) => this.watchPage(page));
    context.on('request', (request) => this.visit(request.url()));
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const missing = response.status() === 404 && !pathname.startsWith('/api/');
      if (response.status() >= 500 || missing) this.note(`${response.status()} of ${pathname}`);
    });
  }

  /** What a story brings about on purpose, for example the console's complaints of a phone without signal. */
  excuse(...patterns: readonly RegExp[]): void {
    this.excused.push(...patterns);
  }

  /** What was found so far was another's. */
  forget(): void {
    this.found.length = 0;
  }

  /** Everything that was not excused. */
  list(): readonly string[] {
    return this.found.filter((fault) => !this.excused.some((pattern) => pattern.test(fault)));
  }

  private watchPage(page: Page): void {
    page.on('pageerror', (error) => this.note(`exception: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.note(message.text());
    });
    page.on('websocket', (socket) => this.visit(socket.url().replace(/^ws/, 'http')));
  }

  private visit(url: string): void {
    if (!url.startsWith(`${this.base}/`) && !/^(data|blob|about):/.test(url)) this.note(`a request to ${url}`);
  }

  private note(fault: string): void {
    this.found.push(fault);
  }
}
