import type { EventStore } from '../port/event-store.js';
import { TcpProxy } from './tcp-proxy.js';

/** Stores over the server at an address, all closed after each test of this `describe`; `make` gets what a test asks for. */
export function serverStores<Options extends { connectionString: string }>(
  url: () => string,
  make: (options: Partial<Options> & { connectionString: string }) => EventStore,
) {
  const stores: EventStore[] = [];
  const proxies: TcpProxy[] = [];
  const open = (options: Partial<Options> = {}): EventStore => {
    const store = make({ connectionString: url(), ...options });
    stores.push(store);
    return store;
  };
  afterEach(async () => {
    for (const proxy of proxies) proxy.mode = 'open';
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
  });
  return {
    open,
    throughProxy: async (options: Partial<Options> = {}) => {
      const { proxy, url: connectionString } = await TcpProxy.before(url());
      proxies.push(proxy);
      return { proxy, store: open({ ...options, connectionString }) };
    },
  };
}
