import type { AppContext } from '../../http/types.ts';
import { listConnectable } from '../connect/list-providers.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { flag, listOf, orNull, record, text, textOrNull } from '../../http/shapes.ts';

const fields = listOf(
  record({
    name: text('Its name in the request'),
    label: text('Name shown to people'),
    secret: flag('Whether to hide it while it is typed'),
    required: flag('Whether it is required'),
    help: text('Where to find it'),
    default: textOrNull('Used if nothing is given'),
  }),
);

const names = listOf({ type: 'string' });

const setup = record({
  portal: text("The vendor's page where apps are registered"),
  request: textOrNull('The form that asks for access, where there is no app without it'),
  create: text('What is pressed or chosen there'),
  products: orNull(
    record({ at: text('Where they are'), names: { ...names, description: 'In this order' } }),
    'What is added to the app',
  ),
  scopesAt: textOrNull('Where the permissions are ticked'),
  redirectAt: textOrNull('Where the redirect URL is entered'),
  id: text('What the vendor calls the id'),
  secret: textOrNull('What the vendor calls the secret'),
  testersAt: textOrNull('Where those are named who may connect before a review'),
  publishAt: textOrNull('Where an app is published that loses its access every week while it is in testing'),
  notes: { ...names, description: 'What else is to be done or known' },
  review: orNull(
    record({
      url: text('What the vendor says about it'),
      before: {
        enum: ['testers', 'private', 'warning', 'nothing'],
        description:
          'What works before it: accounts with a role in the app; posts that only their authors see; ' +
          'a limited number of people, after a warning; nothing',
      },
    }),
    "The vendor's review",
  ),
});

export const listProvidersOperation = {
  id: 'listProviders',
  method: 'get',
  path: '/integrations/providers',
  tag: 'Connecting',
  access: 'caller',
  summary: 'List the networks to connect channels at',
  description: 'Without those that the operator hides (CRIER_HIDDEN_NETWORKS).',
  answer: {
    status: 200,
    description: 'By name',
    schema: listOf(
      record({
        identifier: text('The network, as in paths'),
        name: text('Name shown to people'),
        unofficial: textOrNull('What can break, where the interface is not public or not promised'),
        connect: {
          enum: ['oauth', 'credentials', 'none'],
          description:
            '`oauth`: in the browser, see getConnectUrl; `credentials`: see connectWithCredentials',
        },
        ready: flag('Whether the instance is set up for it'),
        missing: { ...listOf({ type: 'string' }), description: 'Variables the operator must set first' },
        fields: {
          ...fields,
          description: 'What the person enters; for an `oauth` network, `instance` is sent as `externalUrl`',
        },
        app: orNull(
          record({
            source: {
              enum: ['instance', 'organization', 'none'],
              description: "Whose app sign-ins use: the instance's, the organisation's own, or nobody's yet",
            },
            clientId: textOrNull("Id of the organisation's own app"),
            hasSecret: flag('Whether an app has a secret; a public client has none'),
            redirectUri: text('The URL to register with an app: where people come back to'),
            entered: flag("Whether the instance's app was entered in the web app by its operator"),
            inEnvironment: flag('Whether the environment has one, which goes before one that was entered'),
            scopes: { ...listOf({ type: 'string' }), description: 'The permissions that the app asks for' },
            setup,
          }),
          'The app on the network, where one has to be registered',
        ),
        credentials: orNull(fields, 'Fields of the credentials, if an `oauth` network also takes them'),
      }),
    ),
  },
  errors: [],
  handler: listProvidersHandler,
} as const satisfies Operation;

/** With the variables that the operator has yet to set. */
function listProvidersHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await listConnectable(context, ctx.state.caller.organizationId);
  };
}
