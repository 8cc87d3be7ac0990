// Jolt Physics 5.5 (github.com/jrouwe/JoltPhysics): a pile of balls and boxes, written as a trace for carom.
//
//     cmake -S Build -B out -DCMAKE_BUILD_TYPE=Distribution && cmake --build out --target Jolt   (in a copy of its sources)
//     c++ -std=c++17 -O2 -DNDEBUG -DJPH_OBJECT_STREAM -mavx2 -mbmi -mpopcnt -mlzcnt -mf16c -mfma -I. …/jolt_pile.cpp \
//         out/libJolt.a -lpthread -o jolt_pile
//     ./jolt_pile pile.trace.jsonl                    (or with the numbers of bodies and steps: … 12 150)
//     carom trace check pile.trace.jsonl
//
// The program must be compiled with the options of the library: if they differ, it says so when it starts.
// With a fourth number, the convex radius of its boxes (m; Jolt's own is 0.05), 0 gives them sharp edges.
// What this adapter cannot give: impulses, which a contact listener is not told; the poses on the way of bodies whose motion
// is cast (EMotionQuality::LinearCast). The lines to copy into a program of one's own are the class ContactTrace, a contact
// listener: it declares Jolt's conventions and converts nothing.
#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemThreadPool.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayerInterfaceTable.h>
#include <Jolt/Physics/Collision/BroadPhase/ObjectVsBroadPhaseLayerFilterTable.h>
#include <Jolt/Physics/Collision/ContactListener.h>
#include <Jolt/Physics/Collision/ObjectLayerPairFilterTable.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

// add() each body, hand it to PhysicsSystem::SetContactListener, then call step() after each Update with one collision step.
class ContactTrace final : public JPH::ContactListener
{
public:
	ContactTrace( const char* path, JPH::Vec3 gravity, double dt ) : out( std::fopen( path, "w" ) ), dt( dt )
	{
		if ( out == nullptr )
			return;
		// The normal is the way the second body is to be pushed.
		std::fprintf( out,
					  "{\"trace\":1,\"engine\":\"Jolt %d.%d.%d\",\"up\":\"z\",\"quat\":\"xyzw\",\"normal\":\"a_to_b\","
					  "\"poses\":\"after\",\"dt\":%.9g,\"gravity\":%s}\n",
					  JPH_VERSION_MAJOR, JPH_VERSION_MINOR, JPH_VERSION_PATCH, dt, list( gravity ).c_str() );
	}

	~ContactTrace() override
	{
		if ( out != nullptr )
			std::fclose( out );
	}

	ContactTrace( const ContactTrace& ) = delete;
	ContactTrace& operator=( const ContactTrace& ) = delete;

	bool is_open() const { return out != nullptr; }

	// The shape as trace files have it, without its braces: "sphere":0.2. A box whose edges are known to be round says so:
	// "box":[0.25,0.15,0.2],"inset":0.05.
	void add( const JPH::Body& body, const char* name, const char* shape )
	{
		std::fprintf( out, "{\"body\":%u,\"name\":\"%s\",\"motion\":\"%s\",\"shapes\":[{%s}],", id( body ), name,
					  body.IsStatic() ? "static" : body.IsKinematic() ? "kinematic" : "dynamic", shape );
		if ( body.IsDynamic() )
			std::fprintf( out, "\"mass\":%.9g,", 1.0 / double( body.GetMotionProperties()->GetInverseMass() ) );
		std::fprintf( out, "\"friction\":%.9g,\"restitution\":%.9g,\"pose\":[%s]}\n", double( body.GetFriction() ),
					  double( body.GetRestitution() ), pose( body ).c_str() );
		if ( !body.IsStatic() )
			bodies.push_back( &body );
	}

	// Before a body that was added is destroyed.
	void remove( const JPH::Body& body )
	{
		for ( size_t i = 0; i < bodies.size(); ++i )
			if ( bodies[i] == &body )
				bodies.erase( bodies.begin() + std::ptrdiff_t( i-- ) );
		std::fprintf( out, "{\"gone\":%u}\n", id( body ) );
	}

	void step()
	{
		count += 1;
		std::fprintf( out, "{\"step\":%d,\"t\":%.9g,\"b\":[", count, count * dt );
		const char* comma = "";
		for ( const JPH::Body* body : bodies )
		{
			std::fprintf( out, "%s[%u,%s,%s,%s]", comma, id( *body ), pose( *body ).c_str(),
						  numbers( body->GetLinearVelocity() ).c_str(), numbers( body->GetAngularVelocity() ).c_str() );
			comma = ",";
		}
		std::fprintf( out, "],\"c\":[%s]}\n", contacts.c_str() );
		contacts.clear();
	}

	// Contacts, while a step looks for them: Jolt asks from several threads at once.
	void OnContactAdded( const JPH::Body& a, const JPH::Body& b, const JPH::ContactManifold& manifold,
						 JPH::ContactSettings& settings ) override
	{
		if ( settings.mIsSensor )
			return;
		std::string points;
		for ( JPH::uint i = 0; i < manifold.mRelativeContactPointsOn1.size(); ++i )
		{
			JPH::RVec3 on_a = manifold.GetWorldSpaceContactPointOn1( i ), on_b = manifold.GetWorldSpaceContactPointOn2( i );
			float separation = JPH::Vec3( on_b - on_a ).Dot( manifold.mWorldSpaceNormal );
			points += points.empty() ? "" : ",";
			points += "[" + numbers( on_a + JPH::Real( 0.5 ) * ( on_b - on_a ) ) + "," + number( double( separation ) ) + "]";
		}
		std::string contact = "[" + std::to_string( id( a ) ) + "," + std::to_string( id( b ) ) + "," +
							  list( manifold.mWorldSpaceNormal ) + ",[" + points + "]]";
		std::lock_guard<std::mutex> guard( lock );
		contacts += ( contacts.empty() ? "" : "," ) + contact;
	}

	void OnContactPersisted( const JPH::Body& a, const JPH::Body& b, const JPH::ContactManifold& manifold,
							 JPH::ContactSettings& settings ) override
	{
		OnContactAdded( a, b, manifold, settings );
	}

private:
	// Nine digits: all that single precision has.
	static std::string number( double value )
	{
		char text[32];
		std::snprintf( text, sizeof text, "%.9g", value );
		return text;
	}

	template <class Vector> static std::string numbers( const Vector& v )
	{
		return number( double( v.GetX() ) ) + "," + number( double( v.GetY() ) ) + "," + number( double( v.GetZ() ) );
	}

	static std::string list( JPH::Vec3 v ) { return "[" + numbers( v ) + "]"; }

	static std::string pose( const JPH::Body& body )
	{
		JPH::Quat q = body.GetRotation();
		return numbers( body.GetPosition() ) + "," + numbers( q ) + "," + number( double( q.GetW() ) );
	}

	static unsigned id( const JPH::Body& body ) { return body.GetID().GetIndexAndSequenceNumber(); }

	std::FILE* out;
	double dt;
	int count = 0;
	std::vector<const JPH::Body*> bodies;
	std::mutex lock;
	std::string contacts;
};

static double spread( int k )
{
	return std::fmod( k * 0.6180339887498949, 1.0 );
}

// Where body i of the pile begins, the same in every adapter: boxes (even) and balls (odd), turned about an axis.
static void place( int i, JPH::BodyCreationSettings& settings )
{
	double u[6];
	for ( int j = 0; j < 6; ++j )
		u[j] = spread( 7 * i + j + 1 );
	settings.mPosition = JPH::RVec3( JPH::Real( 0.7 * ( i % 2 ) - 0.45 + 0.2 * u[0] ),
									 JPH::Real( 0.7 * ( i / 2 % 2 ) - 0.45 + 0.2 * u[1] ), JPH::Real( 0.5 + 0.6 * ( i / 4 ) ) );
	JPH::Vec3 axis( float( u[2] - 0.5 ), float( u[3] - 0.5 ), float( u[4] - 0.5 ) );
	settings.mRotation = JPH::Quat::sRotation( axis.Normalized(), float( 3.14159265358979323846 * u[5] ) );
}

int main( int count, char** words )
{
	const char* path = count > 1 ? words[1] : "jolt.trace.jsonl";
	int bodies = count > 2 ? std::atoi( words[2] ) : 40, steps = count > 3 ? std::atoi( words[3] ) : 300;
	float radius = count > 4 ? float( std::atof( words[4] ) ) : JPH::cDefaultConvexRadius, dt = 1.0f / 120.0f;

	JPH::RegisterDefaultAllocator();
	JPH::Factory::sInstance = new JPH::Factory();
	JPH::RegisterTypes();
	JPH::TempAllocatorImpl memory( 32 << 20 );
	JPH::JobSystemThreadPool jobs( JPH::cMaxPhysicsJobs, JPH::cMaxPhysicsBarriers );

	// Two layers: what stands and what moves.
	const JPH::ObjectLayer standing = 0, moving = 1;
	JPH::ObjectLayerPairFilterTable pairs( 2 );
	pairs.EnableCollision( standing, moving );
	pairs.EnableCollision( moving, moving );
	JPH::BroadPhaseLayerInterfaceTable layers( 2, 2 );
	layers.MapObjectToBroadPhaseLayer( standing, JPH::BroadPhaseLayer( 0 ) );
	layers.MapObjectToBroadPhaseLayer( moving, JPH::BroadPhaseLayer( 1 ) );
	JPH::ObjectVsBroadPhaseLayerFilterTable broad( layers, 2, pairs, 2 );
	JPH::PhysicsSystem world;
	world.Init( JPH::uint( bodies ) + 1, 0, 65536, 65536, layers, broad, pairs );
	world.SetGravity( JPH::Vec3( 0.0f, 0.0f, -9.81f ) );
	JPH::BodyInterface& bodies_of = world.GetBodyInterface();

	ContactTrace trace( path, world.GetGravity(), double( dt ) );
	if ( !trace.is_open() )
	{
		std::fprintf( stderr, "%s cannot be written\n", path );
		return 2;
	}
	world.SetContactListener( &trace );

	JPH::BodyCreationSettings ground( new JPH::BoxShape( JPH::Vec3( 20.0f, 20.0f, 0.5f ), 0.0f ),
									  JPH::RVec3( 0, 0, JPH::Real( -0.5 ) ), JPH::Quat::sIdentity(), JPH::EMotionType::Static,
									  standing );
	ground.mFriction = 0.5f;
	JPH::Body* slab = bodies_of.CreateBody( ground );
	bodies_of.AddBody( slab->GetID(), JPH::EActivation::DontActivate );
	trace.add( *slab, "ground", "\"box\":[20,20,0.5]" );
	JPH::Ref<JPH::Shape> box = new JPH::BoxShape( JPH::Vec3( 0.25f, 0.15f, 0.2f ), radius ), ball = new JPH::SphereShape( 0.2f );
	for ( int i = 0; i < bodies; ++i )
	{
		JPH::BodyCreationSettings settings( i % 2 == 1 ? ball : box, JPH::RVec3::sZero(), JPH::Quat::sIdentity(),
											JPH::EMotionType::Dynamic, moving );
		place( i, settings );
		settings.mFriction = 0.5f;
		settings.mLinearDamping = settings.mAngularDamping = 0.0f;
		settings.mAllowSleeping = false;
		JPH::Body* body = bodies_of.CreateBody( settings );
		bodies_of.AddBody( body->GetID(), JPH::EActivation::Activate );
		std::string name = ( i % 2 == 1 ? "ball " : "box " ) + std::to_string( i );
		trace.add( *body, name.c_str(), i % 2 == 1 ? "\"sphere\":0.2" : "\"box\":[0.25,0.15,0.2]" );
	}
	world.OptimizeBroadPhase();
	for ( int step = 0; step < steps; ++step )
	{
		world.Update( dt, 1, &memory, &jobs );
		trace.step();
	}
	return 0;
}
