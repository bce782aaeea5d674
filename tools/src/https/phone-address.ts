import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { LOOPBACK, type MachineNames } from './names.js';

const EVERYWHERE = new Set(['0.0.0.0', '::']);
/** For documentation: no machine has it. Nothing is sent there. */
const ELSEWHERE = '192.0.2.1';

/** The address of this machine to print for phones: the one that it uses itself, of those that can be had; null without any. */
export function phoneAddress(host: string, { addresses }: MachineNames, outward: string | null): string | null {
  const others = addresses.filter((address) => !LOOPBACK.some((own) => own === address));
  if (!EVERYWHERE.has(host)) return host === 'localhost' || !others.includes(host) ? null : host;
  return others.find((address) => address === outward) ?? others[0] ?? null;
}

/** The address from which this machine would send to other networks; null without a network. */
export async function outwardAddress(): Promise<string | null> {
  const socket = createSocket('udp4');
  try {
    socket.connect(9, ELSEWHERE);
    await once(socket, 'connect');
    return socket.address().address;
  } catch {
    return null;
  } finally {
    socket.close();
  }
}
