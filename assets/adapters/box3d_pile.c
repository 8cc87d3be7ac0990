// Box3D 0.2 (github.com/erincatto/box3d): a pile of twenty balls and twenty boxes, written as a trace for carom.
//
//     cc -O2 -Iinclude -Isrc …/box3d_pile.c src/*.c -lm -lpthread -o box3d_pile      (in a copy of its sources)
//     ./box3d_pile pile.trace.jsonl                   (or with the numbers of bodies and steps: … 12 150)
//     carom trace check pile.trace.jsonl
//
// With a fourth word, "fresh", contacts are found anew in each step instead of being recycled while two bodies hardly move.
// What this adapter cannot give: the poses of sub-steps, in which Box3D does not look for contacts anyway; so it asks for one.
// The lines to copy into a program of one's own are the struct Trace and the functions trace_*: they declare Box3D's
// conventions and convert nothing.
#include "box3d/box3d.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, MOST_CONTACTS = 256 };

typedef struct Trace
{
	FILE* out;
	b3BodyId bodies[MOST];
	// Where the bodies' centres were before the step: contacts were found there.
	b3Pos before[MOST];
	int count, step;
	double dt;
} Trace;

static void trace_pose( FILE* out, b3BodyId body )
{
	b3Pos p = b3Body_GetPosition( body );
	b3Quat q = b3Body_GetRotation( body );
	fprintf( out, "%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g", (double)p.x, (double)p.y, (double)p.z, (double)q.v.x, (double)q.v.y,
			 (double)q.v.z, (double)q.s );
}

static bool trace_open( Trace* trace, const char* path, b3Vec3 gravity, double dt )
{
	memset( trace, 0, sizeof *trace );
	trace->out = fopen( path, "w" );
	trace->dt = dt;
	if ( trace->out == NULL )
	{
		return false;
	}
	b3Version version = b3GetVersion();
	fprintf( trace->out,
			 "{\"trace\":1,\"engine\":\"Box3D %d.%d.%d\",\"up\":\"z\",\"quat\":\"xyzw\",\"normal\":\"a_to_b\",\"poses\":\"after\","
			 "\"impulse\":\"N*s\",\"dt\":%.9g,\"gravity\":[%.9g,%.9g,%.9g],\"restitution_rule\":\"maximum\"}\n",
			 version.major, version.minor, version.revision, dt, (double)gravity.x, (double)gravity.y, (double)gravity.z );
	return true;
}

// The shape as trace files have it, without its braces: "sphere":0.2
static void trace_add( Trace* trace, b3BodyId body, const char* name, const char* shape )
{
	bool is_static = b3Body_GetType( body ) == b3_staticBody;
	b3ShapeId first;
	b3Body_GetShapes( body, &first, 1 );
	fprintf( trace->out, "{\"body\":%d,\"name\":\"%s\",\"motion\":\"%s\",\"shapes\":[{%s}],", trace->count, name,
			 is_static ? "static" : "dynamic", shape );
	if ( is_static == false )
	{
		fprintf( trace->out, "\"mass\":%.9g,", (double)b3Body_GetMass( body ) );
	}
	fprintf( trace->out, "\"restitution\":%.9g,\"friction\":%.9g,\"pose\":[", (double)b3Shape_GetRestitution( first ),
			 (double)b3Shape_GetFriction( first ) );
	trace_pose( trace->out, body );
	fprintf( trace->out, "]}\n" );
	// A body finds its number through its user data.
	b3Body_SetUserData( body, (void*)(intptr_t)trace->count );
	trace->before[trace->count] = b3Body_GetWorldCenter( body );
	trace->bodies[trace->count++] = body;
}

static void trace_manifold( Trace* trace, int a, int b, const b3Manifold* manifold, bool is_first )
{
	fprintf( trace->out, "%s[%d,%d,[%.9g,%.9g,%.9g],[", is_first ? "" : ",", a, b, (double)manifold->normal.x,
			 (double)manifold->normal.y, (double)manifold->normal.z );
	for ( int i = 0; i < manifold->pointCount; ++i )
	{
		// Anchors are places relative to the two bodies' centres: halfway between the surfaces.
		const b3ManifoldPoint* point = manifold->points + i;
		b3Pos p = trace->before[a], q = trace->before[b];
		b3Vec3 u = point->anchorA, v = point->anchorB;
		// Friction is one impulse for the whole manifold: it goes with the first point.
		b3Vec3 friction = i == 0 ? manifold->frictionImpulse : ( b3Vec3 ){ 0, 0, 0 };
		fprintf( trace->out, "%s[%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g]", i == 0 ? "" : ",", 0.5 * ( p.x + u.x + q.x + v.x ),
				 0.5 * ( p.y + u.y + q.y + v.y ), 0.5 * ( p.z + u.z + q.z + v.z ), (double)point->separation,
				 (double)point->normalImpulse, (double)friction.x, (double)friction.y, (double)friction.z );
	}
	fprintf( trace->out, "]]" );
}

// Call this after each step of the world.
static void trace_step( Trace* trace )
{
	trace->step += 1;
	fprintf( trace->out, "{\"step\":%d,\"t\":%.9g,\"b\":[", trace->step, trace->step * trace->dt );
	bool is_first = true;
	for ( int i = 0; i < trace->count; ++i )
	{
		b3BodyId body = trace->bodies[i];
		if ( b3Body_GetType( body ) == b3_staticBody )
		{
			continue;
		}
		b3Vec3 v = b3Body_GetLinearVelocity( body ), w = b3Body_GetAngularVelocity( body );
		fprintf( trace->out, "%s[%d,", is_first ? "" : ",", i );
		trace_pose( trace->out, body );
		fprintf( trace->out, ",%.9g,%.9g,%.9g,%.9g,%.9g,%.9g]", (double)v.x, (double)v.y, (double)v.z, (double)w.x, (double)w.y,
				 (double)w.z );
		is_first = false;
	}
	fprintf( trace->out, "],\"c\":[" );
	is_first = true;
	for ( int i = 0; i < trace->count; ++i )
	{
		// A contact stands in the lists of both its bodies: it is written from that with the lower number.
		b3ContactData contacts[MOST_CONTACTS];
		int count = b3Body_GetContactData( trace->bodies[i], contacts, MOST_CONTACTS );
		for ( int k = 0; k < count; ++k )
		{
			int a = (int)(intptr_t)b3Body_GetUserData( b3Shape_GetBody( contacts[k].shapeIdA ) );
			int b = (int)(intptr_t)b3Body_GetUserData( b3Shape_GetBody( contacts[k].shapeIdB ) );
			for ( int m = 0; i == ( a < b ? a : b ) && m < contacts[k].manifoldCount; ++m )
			{
				if ( contacts[k].manifolds[m].pointCount > 0 )
				{
					trace_manifold( trace, a, b, contacts[k].manifolds + m, is_first );
					is_first = false;
				}
			}
		}
	}
	fprintf( trace->out, "]}\n" );
	for ( int i = 0; i < trace->count; ++i )
	{
		trace->before[i] = b3Body_GetWorldCenter( trace->bodies[i] );
	}
}

static double spread( int k )
{
	return fmod( k * 0.6180339887498949, 1.0 );
}

// Where body i of the pile begins, the same in every adapter: boxes (even) and balls (odd), turned about an axis.
static void place( int i, b3BodyDef* def )
{
	double u[6], length = 0.0;
	for ( int j = 0; j < 6; ++j )
	{
		u[j] = spread( 7 * i + j + 1 );
		length += j >= 2 && j < 5 ? ( u[j] - 0.5 ) * ( u[j] - 0.5 ) : 0.0;
	}
	double half = 0.5 * 3.14159265358979323846 * u[5], sine = sin( half ) / sqrt( length );
	def->position.x = 0.7 * ( i % 2 ) - 0.45 + 0.2 * u[0];
	def->position.y = 0.7 * ( i / 2 % 2 ) - 0.45 + 0.2 * u[1];
	def->position.z = 0.5 + 0.6 * ( i / 4 );
	b3Vec3 axis = { (float)( sine * ( u[2] - 0.5 ) ), (float)( sine * ( u[3] - 0.5 ) ), (float)( sine * ( u[4] - 0.5 ) ) };
	def->rotation = ( b3Quat ){ axis, (float)cos( half ) };
}

int main( int count, char** words )
{
	const char* path = count > 1 ? words[1] : "box3d.trace.jsonl";
	int bodies = count > 2 ? atoi( words[2] ) : 40, steps = count > 3 ? atoi( words[3] ) : 300;
	bool is_fresh = count > 4 && strcmp( words[4], "fresh" ) == 0;
	bodies = bodies < MOST - 1 ? bodies : MOST - 1;

	b3WorldDef world_def = b3DefaultWorldDef();
	world_def.gravity = ( b3Vec3 ){ 0.0f, 0.0f, -9.81f };
	world_def.enableSleep = false;
	b3WorldId world = b3CreateWorld( &world_def );
	static Trace trace;
	if ( trace_open( &trace, path, world_def.gravity, 1.0 / 120.0 ) == false )
	{
		fprintf( stderr, "%s cannot be written\n", path );
		return 2;
	}

	b3ShapeDef shape = b3DefaultShapeDef();
	shape.density = 1000.0f;
	shape.baseMaterial.friction = 0.5f;
	shape.baseMaterial.restitution = 0.0f;
	b3BodyDef def = b3DefaultBodyDef();
	def.position.z = -0.5f;
	def.enableContactRecycling = is_fresh == false;
	b3BodyId ground = b3CreateBody( world, &def );
	b3BoxHull slab = b3MakeBoxHull( 20.0f, 20.0f, 0.5f );
	b3CreateHullShape( ground, &shape, &slab.base );
	trace_add( &trace, ground, "ground", "\"box\":[20,20,0.5]" );

	def.type = b3_dynamicBody;
	b3BoxHull box = b3MakeBoxHull( 0.25f, 0.15f, 0.2f );
	b3Sphere ball = { { 0.0f, 0.0f, 0.0f }, 0.2f };
	for ( int i = 0; i < bodies; ++i )
	{
		char name[32];
		snprintf( name, sizeof name, "%s %d", i % 2 == 1 ? "ball" : "box", i );
		place( i, &def );
		b3BodyId body = b3CreateBody( world, &def );
		if ( i % 2 == 1 )
		{
			b3CreateSphereShape( body, &shape, &ball );
		}
		else
		{
			b3CreateHullShape( body, &shape, &box.base );
		}
		trace_add( &trace, body, name, i % 2 == 1 ? "\"sphere\":0.2" : "\"box\":[0.25,0.15,0.2]" );
	}
	for ( int step = 0; step < steps; ++step )
	{
		b3World_Step( world, (float)trace.dt, 1 );
		trace_step( &trace );
	}
	fclose( trace.out );
	b3DestroyWorld( world );
	return 0;
}
