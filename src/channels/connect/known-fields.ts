import type { Channel, ConnectField, Provider } from '../../../providers/_kit/contract.ts';

/**
 * The fields of a connected channel (a URL, a handle), by their names: a person who reconnects it only types
 * the secret. A secret is never among them, with any declaration of a provider.
 */
export function knownFields(
  provider: Pick<Provider, 'connection' | 'oauth'> | undefined,
  channel: Pick<Channel, 'internalId' | 'name' | 'profile' | 'details'>,
): Record<string, string> {
  if (!provider) return {};
  const { connection, oauth } = provider;
  const fields: readonly ConnectField[] = [
    ...(connection.kind === 'credentials' ? connection.fields : []),
    ...(oauth?.fields ?? []),
  ];
  return Object.fromEntries(
    fields.flatMap(({ name, secret, known }) => {
      const value = secret ? null : known?.(channel);
      const isText = (typeof value === 'string' && value !== '') || typeof value === 'number';
      return isText ? [[name, String(value)]] : [];
    }),
  );
}
