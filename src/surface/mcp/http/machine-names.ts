// By what names is this machine reached, and is an address its own alone?
import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

export function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

/** By what names others reach this machine, where it listens to them. */
export function namesOf(host: string): string[] {
  if (isLoopback(host)) return [host];
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return [host, hostname().toLowerCase(), ...addresses.map(({ address }) => address)];
}

export function urlOf({ address, port }: { address: string; port: number }, path: string): string {
  return `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}${path}`;
}
