/**
 * The part of Hashnode's types that is used, so that GraphQL itself refuses what they do not have. That they
 * are Hashnode's is for its own description to check (src/test/oracles/hashnode).
 */
export const TYPES = `
scalar DateTime
scalar ObjectId

type Query {
  me: MyUser
  post(id: ID!): Post
  publication(id: ObjectId, host: String): Publication
  user(username: String!): User
  feed(first: Int!, after: String): FeedPostConnection!
  draft(id: ObjectId!): Draft
}
type Mutation {
  createDraft(input: CreateDraftInput!): CreateDraftPayload!
  publishDraft(input: PublishDraftInput!): PublishDraftPayload!
  deleteDraft(input: DeleteDraftInput!): DeleteDraftPayload!
  removePost(input: RemovePostInput!): RemovePostPayload!
  createImageUploadURL(input: CreateImageUploadInput!): CreateImageUploadPayload!
  confirmImageUpload(input: ConfirmImageUploadInput!): ConfirmImageUploadPayload!
}
type MyUser {
  id: ID!
  username: String!
  name: String!
  profilePicture: String
  publications(first: Int!, after: String): PublicationConnection!
}
type User {
  id: ID!
  username: String!
  name: String!
  profilePicture: String
  followersCount: Int!
  posts(first: Int!, after: String): PostConnection!
}
type Publication {
  id: ID!
  title: String!
  url: String
  post(slug: String!): Post
  posts(first: Int!, after: String): PostConnection!
  seriesList(first: Int!, after: String): SeriesConnection!
}
type SeriesConnection { edges: [SeriesEdge!]! }
type SeriesEdge { node: Series! cursor: String! }
type Series { id: ID! name: String! }
type PublicationConnection { edges: [PublicationEdge!]! }
type PublicationEdge { node: Publication! cursor: String! }
type PostConnection { edges: [PostEdge!]! totalDocuments: Int }
type FeedPostConnection { edges: [PostEdge!]! }
type PostEdge { node: Post! cursor: String! }
type Post {
  id: ID!
  title: String!
  subtitle: String
  slug: String!
  url: String!
  content: Content!
  coverImage: CoverImage
  tags: [Tag!]
  canonicalUrl: String
  publishedAt: DateTime!
  views: Int
  reactionCount: Int!
  responseCount: Int!
  replyCount: Int!
}
type Content { markdown: String! }
type CoverImage { url: String }
type Tag { id: ID! name: String! slug: String! }
type Draft { id: ID! title: String }

input CreateDraftInput {
  publicationId: ObjectId!
  title: String
  subtitle: String
  contentMarkdown: String
  slug: String
  tags: [PublishPostTagInput!]
  seriesId: ObjectId
  disableComments: Boolean
  originalArticleURL: String
  publishedAt: DateTime
  coverImageOptions: CoverImageOptionsInput
  publishAs: ObjectId
  coAuthors: [ObjectId!]
}
input PublishPostTagInput { slug: String! name: String }
input CoverImageOptionsInput { coverImageURL: String coverImageAttribution: String }
input PublishDraftInput { draftId: ID! }
input DeleteDraftInput { draftId: ID! }
input RemovePostInput { id: ID! }
input CreateImageUploadInput { contentType: String! }
input ConfirmImageUploadInput { key: String! }
type CreateDraftPayload { draft: Draft! }
type PublishDraftPayload { post: Post! }
type DeleteDraftPayload { draft: Draft }
type RemovePostPayload { post: Post! }
type CreateImageUploadPayload { presignedPut: PresignedPut! }
type PresignedPut { url: String! cdnUrl: String! key: String! }
type ConfirmImageUploadPayload { ok: Boolean! cdnUrl: String }
`;
