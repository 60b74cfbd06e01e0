/**
 * A channel as the Public API shows it; `customer` is absent when it has none. Never contains credentials.
 */
export function presentIntegration(integration: {
  id: string;
  name: string;
  provider: string;
  picture?: string | null;
  disabled: boolean;
  refreshNeeded: boolean;
  profile?: string | null;
  customer?: { id: string; name: string } | null;
}) {
  return {
    id: integration.id,
    name: integration.name,
    identifier: integration.provider,
    picture: integration.picture ?? null,
    disabled: integration.disabled,
    refreshNeeded: integration.refreshNeeded,
    profile: integration.profile ?? null,
    ...(integration.customer
      ? { customer: { id: integration.customer.id, name: integration.customer.name } }
      : {}),
  };
}
