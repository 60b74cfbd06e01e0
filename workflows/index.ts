/** Every workflow type. A type keeps its name for good and changes in place (CONTRIBUTING.md, "Changing a workflow safely"). */
export { PublishPostWorkflow } from './publish-post.ts';
export { ReconcileWorkflow } from './reconcile.ts';
